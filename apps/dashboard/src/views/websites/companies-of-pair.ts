import type { ProvidersReport } from '../ai/providers-report.js';

/** What a company did on each of two websites; null where it did not come, or nobody knows whom it sent. */
interface CompanyOfBoth {
  company: string;
  reads: readonly [number, number];
  sent: readonly [number | null, number | null];
}

type Report = {
  providers: readonly Pick<
    ProvidersReport['providers'][number],
    'provider' | 'reads' | 'sent_visits'
  >[];
};

/** Returns the companies of two reports, those with the most reads of both first. */
export function companiesOfBoth(reports: readonly [Report, Report]): CompanyOfBoth[] {
  const names = new Set(reports.flatMap(({ providers }) => providers.map((one) => one.provider)));
  const of = (at: 0 | 1, name: string) =>
    reports[at].providers.find(({ provider }) => provider === name);
  return Array.from(names, (company): CompanyOfBoth => {
    const [one, other] = [of(0, company), of(1, company)];
    return {
      company,
      reads: [one?.reads ?? 0, other?.reads ?? 0],
      sent: [one?.sent_visits ?? null, other?.sent_visits ?? null],
    };
  }).sort((a, b) => b.reads[0] + b.reads[1] - a.reads[0] - a.reads[1]);
}
