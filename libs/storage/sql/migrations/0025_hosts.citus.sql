-- The hosts that visits of a website came for. Whoever sends visits may choose them, so how many
-- new ones a website gets from the visits of a day is bounded.
CREATE TABLE hosts (
  website_id integer NOT NULL,
  id integer NOT NULL,
  -- Empty when the sender gave none.
  host text NOT NULL,
  PRIMARY KEY (website_id, id),
  UNIQUE (website_id, host)
);
INSERT INTO website_relations (relation, level) VALUES ('hosts', 9);
SELECT create_distributed_table('hosts', 'website_id', colocate_with => 'visits');
ALTER TABLE dictionary_numbers ADD COLUMN last_host integer NOT NULL DEFAULT 0;
ALTER TABLE dictionary_quotas ADD COLUMN new_hosts integer NOT NULL DEFAULT 0;

-- From which UTC day on hosts and countries are known: raw visits of earlier days are gone.
CREATE TABLE hosts_known (since timestamptz NOT NULL);
INSERT INTO hosts_known (since) SELECT since FROM visits_kept;

INSERT INTO hosts (website_id, id, host)
SELECT website_id, row_number() OVER (PARTITION BY website_id ORDER BY host), host
FROM (
  SELECT website_id, host FROM clients
  UNION
  SELECT website_id, host FROM visits WHERE host IS NOT NULL
) found;
UPDATE dictionary_numbers n SET last_host = h.last_host
FROM (SELECT website_id, max(id) AS last_host FROM hosts GROUP BY website_id) h
WHERE h.website_id = n.website_id;
