import { tailRows } from './tail-row.js';

/** Less known bots: research. One row per line. */
// prettier-ignore
export const ACADEMIC_TAIL = tailRows('academic', [
  [3134, 'A Patent Crawler', 'epfl.ch', 'http://scitas.epfl.ch/', ['A Patent Crawler'], 'E. Orliac, G. Fourestey/2.3 (A Patent Crawler; http://scitas.epfl.ch/; etienne.orliac@epfl.ch, gilles.fourestey@epfl.ch)'],
  [3135, 'AcademicBotRTU', 'rtu.lv', 'https://academicbot.rtu.lv', ['AcademicBotRTU'], 'AcademicBotRTU (https://academicbot.rtu.lv; mailto:caps@rtu.lv)'],
  [3136, 'Aranea', 'uniba.sk', 'http://unesco.uniba.sk/guest/', ['Aranea'], 'Aranea Web-Crawled Corpora Project (+http://unesco.uniba.sk/guest (Hebrew 2024 Spring Crawl))', 'start'],
  [3137, 'Autoconfig Test from USTC', 'Unknown', 'https://datadome.co/bots/autoconfig-test-from-ustc/', ['Autoconfig Test from USTC'], 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/96.0.4664.93 Safari/537.36 (Autoconfig Test from USTC, Quit please contact: mailservertest2023@gmail.com)'],
  [3138, 'Blackboard Safeassign', 'Blackboard', null, ['Blackboard Safeassign'], 'Blackboard Safeassign'],
  [3139, 'BUbiNG', 'Laboratory for Web Algorithmics', 'http://law.di.unimi.it/BUbiNG.html', ['BUbiNG'], 'BUbiNG (+http://law.di.unimi.it/BUbiNG.html)', 'start'],
  [3140, 'CDSCbot', 'communitydata.science', 'https://wiki.communitydata.science/CommunityData:Fediverse_research', ['CDSCbot'], 'CDSCbot/2024.08.08 https://wiki.communitydata.science/CommunityData:Fediverse_research'],
  [3141, 'CISPA Webcrawler', 'cispa.saarland', 'https://vuln-notify-checker.cispa.saarland', ['CISPA Webcrawler'], 'CISPA Webcrawler (https://vuln-notify-checker.cispa.saarland)'],
  [3142, 'Citoid', 'mediawiki.org', 'https://www.mediawiki.org/wiki/Citoid', ['Citoid'], 'Citoid (Wikimedia tool; learn more at https://www.mediawiki.org/wiki/Citoid)', 'start'],
  [3143, 'CLASSLA-web', 'Jožef Stefan Institute', 'https://www.clarin.si/info/classla-web-crawler/', ['CLASSLA-web'], 'Mozilla/5.0 (compatible; CLASSLA-web; +https://www.clarin.si/info/classla-web-crawler/)'],
  [3144, 'EasyBib AutoCite', 'easybib.com', 'http://www.easybib.com/', ['EasyBib AutoCite'], 'EasyBib AutoCite (http://autocite-info.citation-api.com/)'],
  [3145, 'Fedineko', 'fedineko.org', 'https://fedineko.org/about', ['Fedineko'], 'Fedineko (crabo/0.3.1; +https://fedineko.org/about)', 'start'],
  [3146, 'Gaisbot', 'ccu.edu.tw', 'https://web.archive.org/web/20090604121511/https://gais.cs.ccu.edu.tw/robot.php', ['Gaisbot'], 'Gaisbot/3.0 (robot@gais.cs.ccu.edu.tw; http://gais.cs.ccu.edu.tw/robot.php)'],
  [3147, 'Gulper Web Bot', 'Unknown', 'https://datadome.co/bots/gulperbot/', ['Gulper Web Bot'], 'Gulper Web Bot 0.2.4 (www.ecsl.cs.sunysb.edu/~maxim/cgi-bin/Link/GulperBot)'],
  [3148, 'hgfAlphaXCrawl', 'University of Passau', 'https://www.fim.uni-passau.de/en/data-science/research/open-search', ['hgfAlphaXCrawl'], 'hgfAlphaXCrawl/1.0 (+https://www.fim.uni-passau.de/data-science/forschung/open-search)'],
  [3149, 'integromedb', 'integromedb.org', 'http://www.integromedb.org/Crawler', ['integromedb'], 'www.integromedb.org/Crawler'],
  [3150, 'IRLbot', 'tamu.edu', 'http://irl.cs.tamu.edu/crawler', ['IRLbot'], 'IRLbot/3.0 (compatible; MSIE 6.0; http://irl.cs.tamu.edu/crawler)'],
  [3151, 'MaCoCu', 'Jožef Stefan Institute', 'https://www.clarin.si/info/macocu-massive-collection-and-curation-of-monolingual-and-bilingual-data/', ['MaCoCu'], 'Mozilla/5.0 (compatible; MaCoCu; +https://www.clarin.si/info/macocu-massive-collection-and-curation-of-monolingual-and-bilingual-data/)'],
  [3152, 'mithril-crawler', 'Unknown', 'https://498-search-engine.github.io/website/', ['mithril-crawler'], 'mithril-crawler'],
  [3153, 'Research Scan', 'RWTH Aachen University', 'http://researchscan.comsys.rwth-aachen.de/', ['researchscan.comsys.rwth-aachen.de'], 'Mozilla/5.0 researchscan.comsys.rwth-aachen.de'],
  [3154, 'Sonic', 'Waseda University', null, ['yama.info.waseda.ac.jp'], 'Mozilla/5.0 (compatible; Sonic/1.0; http://www.yama.info.waseda.ac.jp/~crawler/info.html)'],
  [3155, 'SpiderLing', 'Natural Language Processing Centre', 'https://nlp.fi.muni.cz/projects/biwec/', ['SpiderLing'], 'Mozilla/5.0 (compatible; SpiderLing (a SPIDER for LINGustic research); +http://nlp.fi.muni.cz/projects/biwec/)'],
  [3156, 'StateOfPlay-ResearchBot', 'kaust.edu.sa', 'https://kaust.edu.sa/bot', ['StateOfPlay-ResearchBot'], 'StateOfPlay-ResearchBot/1.0'],
  [3157, 'thesis-research-bot', 'Unknown', 'https://datadome.co/bots/thesis-research-bot/', ['thesis-research-bot'], 'thesis-research-bot'],
  [3158, 'Thinklab', 'Unknown', null, ['Thinklab'], 'Thinklab (thinklab.com)', 'start'],
  [3159, 'Web Measure', 'umich.edu', 'https://webresearch.eecs.umich.edu/overview-of-web-measurements/', ['Web Measure'], 'Web Measure/1.0 (https://webresearch.eecs.umich.edu/overview-of-web-measurements/) Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.130 Safari/537.36'],
  [3160, 'ZoteroTranslationServer', 'Wikimedia Foundation', 'https://github.com/wikimedia/mediawiki-services-zotero', ['ZoteroTranslationServer'], 'ZoteroTranslationServer/WMF (mailto:noc@wikimedia.org)'],
]);
