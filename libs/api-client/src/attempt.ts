import { type AnswerVerdict, judgeAnswer } from '@app/api-answers';
import { type HttpRequest, httpRequest } from './http-request.js';

/** Sends a request once. It never throws, because a missing answer is a reason to try again. */
export async function attempt(url: string, request: HttpRequest): Promise<AnswerVerdict> {
  try {
    return judgeAnswer(await httpRequest(url, request));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: 'retry', reason: code ?? message, retryAfter: null, busy: false };
  }
}
