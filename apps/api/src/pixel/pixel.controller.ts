import { Controller, Header, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RawQuery } from '../http/asked.js';
import type { ErrorForm } from '../http/error-form.js';
import { route, Serves } from '../http/route.js';
import { PageViews } from './page-views.js';

/** A transparent image of one pixel. */
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const IMAGE_TYPE = 'image/gif';
/** Without it, a page that asks for isolation (COEP) would not be shown the image. */
const SHOWN_ANYWHERE = 'cross-origin-resource-policy';

const image = z.string().meta({ format: 'binary' });

/** A broken image would be seen in the page, so every error is the image too. */
const ERROR_AS_IMAGE: ErrorForm = {
  schema: image,
  write: () => ({
    status: 200,
    headers: { [SHOWN_ANYWHERE]: 'cross-origin' },
    contentType: IMAGE_TYPE,
    body: IMAGE,
  }),
};

const parameter = (description: string) => z.string().optional().describe(description);

export const SHOW_PIXEL = route({
  id: 'showPixel',
  tag: 'Ingestion',
  summary: 'Count a view of a page that shows this image',
  description:
    'For websites without access logs. The answer is always the image, whether the view counts or not. It counts when the host of the page is the domain of the website or below it, at most 60 times a minute for an address and 6,000 times for a website. The tracking id is public, so counts can be forged. Served only with `PIXEL=true`.',
  method: 'GET',
  path: '/api/pixel',
  access: 'public',
  anyHost: true,
  query: {
    tid: parameter('Tracking id of the website, `t_…`.'),
    url: parameter('Address of the page. What it leaves out is taken from the Referer header.'),
    ref: parameter('Address of the page that the visitor came from.'),
  },
  answer: { description: 'The image.', contentType: IMAGE_TYPE, body: image },
  errors: ERROR_AS_IMAGE,
});

@Controller()
export class PixelController {
  constructor(private readonly pageViews: PageViews) {}

  @Serves(SHOW_PIXEL)
  @Header('content-type', IMAGE_TYPE)
  @Header(SHOWN_ANYWHERE, 'cross-origin')
  show(@Req() request: FastifyRequest): Buffer {
    const { query, headers, ip: address, method } = request;
    // Who asks for the headers alone shows no page.
    if (method === 'GET')
      this.pageViews.note({
        query: query as RawQuery,
        refererHeader: headers.referer,
        address,
        userAgent: headers['user-agent'],
        signatureAgent: headers['signature-agent']?.toString(),
      });
    return IMAGE;
  }
}
