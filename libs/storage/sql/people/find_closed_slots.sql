-- The slots that no open day is in.
SELECT slot FROM generate_series(0, 3) AS slot
WHERE slot NOT IN ((utc_today() - DATE '1970-01-01') % 4, (utc_today() - DATE '1970-01-01' - 1) % 4)
