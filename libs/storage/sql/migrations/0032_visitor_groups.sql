-- Why visits of browsers were judged as they were: the visitors of a website and UTC day, grouped
-- by what they have in common. The judge replaces them with its verdicts, and they stay when what
-- they follow from is gone: no address and no pseudonym is in them, networks are cut, and there are
-- at most a few dozen groups of a day, each with the five most frequent values of a list.
CREATE TABLE visitor_groups (
  website_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  -- As libs/storage/src/people/stored-groups.ts writes and reads them.
  groups jsonb NOT NULL,
  PRIMARY KEY (website_id, bucket)
) WITH (fillfactor = 70);
INSERT INTO website_relations (relation, level) VALUES ('visitor_groups', 2);
