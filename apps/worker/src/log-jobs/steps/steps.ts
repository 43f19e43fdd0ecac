import { StepChain, type StepSeconds, timed } from '../step-chain.js';
import { type ClassifyStepDependencies, createClassifyStep } from './classify.js';
import { decode } from './decode.js';
import { createEvidenceStep, type EvidenceStepDependencies } from './evidence.js';
import { createNamesStep } from './names.js';
import { createPagesStep } from './pages.js';
import { createRequestsStep, type RequestsStepDependencies } from './requests.js';
import { type Part, split } from './split.js';
import { createVerifyStep, type VerifyStepDependencies } from './verify.js';
import { createWebsitesStep } from './websites.js';
import { createWriteStep, type WriteStepDependencies } from './write.js';

/** What the steps need, each some of it. */
export type StepsDependencies = Parameters<typeof createWebsitesStep>[0] &
  ClassifyStepDependencies &
  RequestsStepDependencies &
  EvidenceStepDependencies &
  VerifyStepDependencies &
  Parameters<typeof createPagesStep>[0] &
  Parameters<typeof createNamesStep>[0] &
  WriteStepDependencies & { stepSeconds?: StepSeconds };

/**
 * The way of every entry, from a job of the queue to visits in the database: its steps, each under
 * its name. A job is decoded into batches, a batch is split into parts, and a part goes through all
 * that follow.
 */
export function createSteps(dependencies: StepsDependencies) {
  const { stepSeconds } = dependencies;
  return {
    decode: timed('decode', decode, stepSeconds),
    split: timed('split', split, stepSeconds),
    ofPart: StepChain.of<Part>(stepSeconds)
      .step('websites', createWebsitesStep(dependencies))
      .step('classify', createClassifyStep(dependencies))
      .step('requests', createRequestsStep(dependencies))
      .step('evidence', createEvidenceStep(dependencies))
      .step('verify', createVerifyStep(dependencies))
      .step('pages', createPagesStep(dependencies))
      .step('names', createNamesStep(dependencies))
      .step('write', createWriteStep(dependencies)),
  };
}
