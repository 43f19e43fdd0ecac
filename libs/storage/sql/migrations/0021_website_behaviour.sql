-- A website may opt out of the judgement by requests, whatever BEHAVIOUR says, because the table of
-- paths that no site links is wrong for a website that shows such files to its readers.

ALTER TABLE websites ADD COLUMN behaviour text NOT NULL DEFAULT 'default' CHECK (behaviour IN ('default', 'off'));
