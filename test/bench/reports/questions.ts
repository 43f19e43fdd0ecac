// The questions to the API: each report over each period.
import { DAY_MS } from '../traffic.js';

/** A report over a period. */
export interface Question {
  report: string;
  days: number;
  /** Whether it is the longest period of its report. */
  longest: boolean;
  /** The path below that of the website or, for a report of the account, below `/api/v1`. */
  path: string;
  isOfAccount?: boolean;
}

const TOKYO = 'timezone=Asia/Tokyo';
const REPORTS: { report: string; path: string; mostDays?: number; isOfAccount?: boolean }[] = [
  { report: 'summary', path: 'summary' },
  { report: 'bots', path: 'bots' },
  { report: 'pages', path: 'pages' },
  { report: 'timeseries hour', path: 'timeseries?interval=hour', mostDays: 30 },
  { report: 'timeseries day', path: 'timeseries?interval=day' },
  { report: 'timeseries week', path: 'timeseries?interval=week' },
  { report: 'timeseries month', path: 'timeseries?interval=month' },
  { report: 'referrals', path: 'referrals' },
  { report: 'providers', path: 'providers?compare=previous' },
  { report: 'providers by week', path: 'providers?interval=week' },
  { report: 'landings', path: 'landings' },
  { report: 'clients', path: 'clients' },
  { report: 'visitors', path: 'visitors' },
  { report: 'bots of a path', path: 'bots?path=/section-1/' },
  { report: 'pages of a path', path: 'pages?path=/section-1/' },
  { report: 'pages of a category', path: 'pages?category=search_engine' },
  { report: 'bots, spoofed only', path: 'bots?verification=spoofed' },
  { report: 'pages, verified only', path: 'pages?verification=verified' },
  { report: 'spoofed', path: 'spoofed' },
  { report: 'summary of all websites', path: 'summary', isOfAccount: true },
  { report: 'summary in a zone', path: `summary?${TOKYO}` },
  { report: 'bots in a zone', path: `bots?${TOKYO}` },
  { report: 'referrals in a zone', path: `referrals?${TOKYO}` },
  { report: 'timeseries day in a zone', path: `timeseries?interval=day&${TOKYO}` },
  { report: 'timeseries by bot', path: 'timeseries?interval=day&group_by=bot' },
  { report: 'timeseries by status', path: 'timeseries?interval=day&group_by=status' },
  { report: 'timeseries of AI bots', path: 'timeseries?interval=day&visitors=ai_bots' },
  { report: 'bots by errors', path: 'bots?sort=error_visits&limit=50' },
  { report: 'pages by errors', path: 'pages?sort=error_visits&limit=50' },
  { report: 'pages by errors of bots', path: 'pages?visitors=bots&sort=error_visits&limit=50' },
  { report: 'pages by people', path: 'pages?sort=people_visits&limit=50' },
  { report: 'pages by automation', path: 'pages?sort=automation_visits&limit=50' },
  { report: 'hosts', path: 'hosts' },
  { report: 'countries by people', path: 'countries?sort=people_visits' },
  { report: 'pages never read by AI', path: 'pages?ai=none&sort=human_visits&limit=50' },
  { report: 'bots of one page', path: 'bots?exact_path=/section-1/article-about-topic-1' },
  {
    report: 'timeseries of one page',
    path: 'timeseries?exact_path=/section-1/article-about-topic-1',
  },
];
const PERIODS = [7, 30, 90];

/** Returns every report over 7, 30, 90 and `days` days up to today. */
export function questions(days: number): Question[] {
  return REPORTS.flatMap(({ report, path, mostDays = days, isOfAccount }) => {
    const most = Math.min(days, mostDays);
    const periods = [...PERIODS.filter((period) => period < most), most];
    const separator = path.includes('?') ? '&' : '?';
    return periods.map((period) => ({
      report,
      days: period,
      longest: period === most,
      path: `${path}${separator}${dates(period)}`,
      ...(isOfAccount && { isOfAccount }),
    }));
  });
}

function dates(days: number): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return `start_date=${day(Date.now() - (days - 1) * DAY_MS)}&end_date=${day(Date.now())}`;
}
