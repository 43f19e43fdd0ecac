-- All raw visits. They are late, because a restore brings their counts too: no aggregate must count
-- them again.
-- Written by npm run statements, from the table of fields.
SELECT time, website_id, bot_id, verification, status_code, page_id, client_id, referer_id, ip, country, path, method, host,
  user_agent, browser, os, device, referer, referral_source, true AS late
FROM visits
