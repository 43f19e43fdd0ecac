-- Deliveries that wait, and how many of them are due.
SELECT count(*)::integer AS waiting, (count(*) FILTER (WHERE due_at <= now()))::integer AS due
FROM webhook_deliveries WHERE state = 'waiting'
