-- Late visits by time, for those who read visits one by one. Those in time have an index already.
-- Without this one, each part of a list of visits would read all late visits of a chunk. Where a
-- chunk is compressed, its own index is used, and this one has nothing of it.
CREATE INDEX visits_late ON visits (website_id, time) WHERE late;
