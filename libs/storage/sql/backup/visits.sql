-- All raw visits. They are late, because a restore brings their counts too: no aggregate must count
-- them again.
SELECT time, website_id, bot_id, verification, status_code, page_id, method, host, path, ip, user_agent,
  browser, os, device, referer, referral_source, true AS late, client_id, referer_id
FROM visits
