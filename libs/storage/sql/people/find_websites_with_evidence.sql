-- Websites with evidence about visitors.
SELECT DISTINCT website_id FROM visitor_evidence
