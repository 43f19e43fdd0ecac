-- What is read of visits: their texts, wherever these stand, and from when on there are visits.

CREATE VIEW visit_entries AS
SELECT v.time, v.website_id, v.bot_id, v.verification, v.status_code, v.page_id, v.late,
  coalesce(c.method, v.method) AS method, coalesce(c.host, v.host) AS host, coalesce(p.path, v.path) AS path, v.ip,
  coalesce(c.user_agent, v.user_agent) AS user_agent, coalesce(c.browser, v.browser) AS browser,
  coalesce(c.os, v.os) AS os, coalesce(c.device, v.device) AS device, coalesce(r.referer, v.referer) AS referer,
  coalesce(r.source, v.referral_source) AS referral_source, v.country
FROM visits v
  LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id
  LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
  LEFT JOIN pages p ON p.website_id = v.website_id AND p.id = v.page_id;

-- From when on all raw visits are kept. Retention drops older ones, and their counts stay.
CREATE TABLE visits_kept (since timestamptz NOT NULL);
INSERT INTO visits_kept (since) VALUES ('-infinity');
