-- What is known of visitors stands beside the other rows of their websites, so that one
-- transaction writes it with their visits, and a day is judged on one node. Keys stay on the
-- coordinator.

-- To delete rows while their shard moves needs to tell them apart, and they have no key.
ALTER TABLE visitor_evidence_0 REPLICA IDENTITY FULL;
ALTER TABLE visitor_evidence_1 REPLICA IDENTITY FULL;
ALTER TABLE visitor_evidence_2 REPLICA IDENTITY FULL;
ALTER TABLE visitor_evidence_3 REPLICA IDENTITY FULL;

SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY['visitor_evidence', 'unjudged_daily', 'people_hourly', 'people_daily', 'judged_days']) AS relation;

-- Statements on the nodes ask whether a slot is still in use.
SELECT create_distributed_function('utc_today()');
SELECT create_distributed_function('is_open(date)');
