import type { Provider } from '@nestjs/common';
import type { Logger } from '@app/observability';
import { type Pool, VisitsReader } from '@app/storage';
import { AnswerBudget } from '../overload/answer-budget.js';
import { ReportSlots } from '../reports/report-slots.js';
import { VISITS_LOGGER } from './visits.controller.js';

/** What lists visits. */
export function visitsProviders({
  logger,
  answers,
  pools: { reports },
}: {
  logger: Logger;
  answers: AnswerBudget;
  pools: { reports: Pool };
}): Provider[] {
  return [
    ReportSlots,
    { provide: AnswerBudget, useValue: answers },
    { provide: VisitsReader, useValue: new VisitsReader(reports) },
    { provide: VISITS_LOGGER, useValue: logger },
  ];
}
