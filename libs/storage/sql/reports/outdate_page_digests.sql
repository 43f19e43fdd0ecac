-- Marks all digests as made from older bots, so that none is read before it is made again.
UPDATE page_digests SET registry_version = -1
