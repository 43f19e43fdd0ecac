-- Domains that websites had before. A batch counts for the websites that had its domains when it
-- was accepted, at every delivery: otherwise a change of domain between two deliveries of a batch
-- that is written in parts could count its entries twice.

CREATE TABLE former_domains (
  website_id integer NOT NULL,
  -- The website had the domain before this moment, and after that of its row before.
  until timestamptz(3) NOT NULL DEFAULT now(),
  domain text NOT NULL,
  PRIMARY KEY (website_id, until)
);
INSERT INTO website_relations (relation, level) VALUES ('former_domains', 9);

CREATE INDEX former_domains_domain ON former_domains (domain, until);
CREATE INDEX former_domains_until ON former_domains (until);

CREATE FUNCTION note_former_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the first domain of a millisecond was in use before it.
  INSERT INTO former_domains (website_id, domain) VALUES (OLD.id, OLD.domain) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_former_domain AFTER UPDATE OF domain ON websites
FOR EACH ROW WHEN (OLD.domain <> NEW.domain) EXECUTE FUNCTION note_former_domain();
