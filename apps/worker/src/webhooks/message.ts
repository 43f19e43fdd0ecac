import { eventDocument } from '@app/alerts';
import type { EventDocument, MessageType } from '@app/contracts';
import type { TakenDelivery } from '@app/storage';

/** What a webhook receives: what happened, when, and the event as the API shows it. */
export interface WebhookMessage {
  type: MessageType;
  /** When it happened, whenever the message is sent. */
  timestamp: string;
  data: EventDocument | TestData;
}

interface TestData {
  webhook_id: string;
  in_words: string;
}

const TEST = 'This is a test of a webhook of Botgauge. Nothing happened on your websites.';

/** Returns the message of a delivery. It is the same at every attempt. */
export function messageOf(delivery: TakenDelivery): WebhookMessage {
  const { type } = delivery;
  if (type === 'test') {
    const data = { webhook_id: delivery.webhook_public_id, in_words: TEST };
    return { type, timestamp: delivery.made_at.toISOString(), data };
  }
  const happened = type === 'event.closed' ? delivery.closed_at : delivery.opened_at;
  const data = eventDocument({ ...delivery, public_id: delivery.event_public_id });
  return { type, timestamp: (happened ?? delivery.opened_at).toISOString(), data };
}
