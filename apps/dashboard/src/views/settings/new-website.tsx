import { client } from '../../api/client.js';
import type { Website } from '../../api/types.js';
import { useChange } from '../../api/use-change.js';
import { texts } from '../../texts/texts.js';
import { NEW_WEBSITE, WebsiteForm } from './website-form.js';

interface NewWebsiteProps {
  /** Stands in the form from the beginning. */
  domain?: string | undefined;
  onMade: (website: Website) => void;
}

/** Makes a website. */
export function NewWebsite({ domain = '', onMade }: NewWebsiteProps) {
  const { said, isUnderWay, make } = useChange();
  return (
    <WebsiteForm
      label={texts.settings.websites.add}
      submit={texts.settings.websites.addIt}
      start={{ ...NEW_WEBSITE, domain }}
      said={said}
      isUnderWay={isUnderWay}
      onSubmit={async (body) => {
        const made = await make(
          () => client.POST('/api/v1/websites', { body }),
          '/api/v1/websites',
        );
        if (made) onMade(made);
        return made !== undefined;
      }}
    />
  );
}
