import { client } from '../../api/client.js';
import type { Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { useOwnSession } from '../../api/use-own-session.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { fetchInWords, sitemapInWords } from './words.js';

const SITEMAP = '/api/v1/websites/{id}/sitemap';
const REPORT = '/api/v1/websites/{id}/coverage';

/** Which pages the website says that it has, and how the service learns of them. */
export function SitemapPanel({ website }: { website: Website }) {
  const session = useOwnSession();
  const { data, problem, isOld } = useAnswer(SITEMAP, { id: website.id });
  const { said, isUnderWay, make } = useChange();
  const params = { path: { id: website.id } };
  const fetchIt = () => make(() => client.PUT(SITEMAP, { params, body: { fetch: true } }), SITEMAP);
  const forget = () => make(() => client.DELETE(SITEMAP, { params }), SITEMAP, REPORT);
  return (
    <Panel
      title={texts.coverage.sitemap.title(website.domain)}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={4}
    >
      {data && (
        <>
          <p class="summary">
            {sitemapInWords(data)} {fetchInWords(data)}
          </p>
          {session?.scope === 'full' && (
            <p class="buttons">
              {!data.fetch && (
                <button type="button" disabled={isUnderWay} onClick={() => void fetchIt()}>
                  {texts.common.fetch.everyDay}
                </button>
              )}{' '}
              {(data.fetch || data.source) && (
                <button type="button" disabled={isUnderWay} onClick={() => void forget()}>
                  {texts.coverage.sitemap.forget}
                </button>
              )}
            </p>
          )}
          <Said text={said} />
        </>
      )}
    </Panel>
  );
}
