import { releaseMonth } from './browser-releases.js';

const month = (year: number, of: number) => (year - 2_000) * 12 + of - 1;
const chrome = (version: number | string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const firefox = (version: number | string) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/${version}.0`;
const safari = (version: number | string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.1 Safari/605.1.15`;
const phone = (version: string, browser: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}/${version} Mobile/15E148 Safari/604.1`;

describe('releaseMonth', () => {
  it.each([
    ['Chrome 1', chrome(1), 2008, 12],
    ['Chrome 49', chrome(49), 2016, 3],
    ['Chrome 120', chrome(120), 2023, 12],
    ['Chrome 156', chrome(156), 2026, 11],
    ['Chrome 120 on a phone', phone('120.0.6099.119', 'CriOS'), 2023, 12],
    ['Edge 120, which names Chrome', `${chrome(120)} Edg/120.0.0.0`, 2023, 12],
    ['Firefox 3', firefox(3), 2008, 6],
    ['Firefox 2, which is older than those that are known', firefox(2), 2008, 6],
    ['Firefox 100', firefox(100), 2022, 5],
    ['Firefox 100 on a phone', phone('100.0', 'FxiOS'), 2022, 5],
    ['Internet Explorer 6', 'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)', 2013, 10],
    [
      'Internet Explorer 11',
      'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko',
      ...([2022, 6] as const),
    ],
    [
      'the browser of Android 4, with a year for its device',
      'Mozilla/5.0 (Linux; U; Android 4.0.3; ko-kr; LG-L160L) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
      ...([2014, 7] as const),
    ],
    [
      'Chrome in an app of Android 4',
      'Mozilla/5.0 (Linux; Android 4.4.2; Nexus 4) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36',
      ...([2013, 10] as const),
    ],
  ])('knows when %s was released', (_, agent, year, of) => {
    expect(releaseMonth(agent)).toBe(month(year, of));
  });

  it('adds a year to releases of Firefox that get updates for a year', () => {
    expect(releaseMonth(firefox(115))).toBe(month(2024, 7));
    expect(releaseMonth(firefox(128))).toBe(month(2025, 7));
    const [before, extended, after] = [127, 128, 129].map((version) =>
      releaseMonth(firefox(version)),
    );
    expect(extended).toBeGreaterThan((before as number) + 12);
    expect(extended).toBeGreaterThan((after as number) + 10);
  });

  it('adds a year to all of Safari, which is updated with its system', () => {
    expect(releaseMonth(safari(17))).toBe(month(2024, 9));
    expect(releaseMonth(phone('17.5', 'Version'))).toBe(month(2024, 9));
    expect(releaseMonth(safari(26))).toBe(month(2026, 9));
  });

  it.each([
    ['Chrome', chrome, 40, 200],
    ['Firefox', firefox, 4, 200],
    ['Safari', safari, 5, 60],
  ] as const)('never lets a later version of %s be older', (_, agent, first, last) => {
    const versions = Array.from({ length: last - first }, (__, at) => first + at);
    // Extended releases stand out by their year of grace.
    const plain = versions.filter(
      (version) => ![52, 60, 68, 78, 91, 102, 115, 128, 140, 153].includes(version),
    );
    const months = plain.map((version) => releaseMonth(agent(version)) as number);
    expect(months).toEqual([...months].sort((one, other) => one - other));
    expect(new Set(months).size).toBe(months.length);
  });

  it('lets versions between known ones come at equal distances', () => {
    const [from, between, to] = [110, 115, 120].map((version) => releaseMonth(chrome(version))) as [
      ...[number, number, number],
    ];
    expect(between).toBeCloseTo((from + to) / 2);
  });

  it('lets versions that are not known yet come at the distance of the last ones', () => {
    const last = releaseMonth(chrome(156)) as number;
    const distance = (last - (releaseMonth(chrome(150)) as number)) / 6;
    expect(releaseMonth(chrome(157))).toBeCloseTo(last + distance);
    expect(releaseMonth(chrome(166))).toBeCloseTo(last + 10 * distance);
    expect(releaseMonth(safari(28))).toBe(month(2028, 9));
  });

  it('stays a number for versions that nobody will see', () => {
    for (const version of ['0', '9999', '123456789', '9'.repeat(400)]) {
      expect(Number.isFinite(releaseMonth(chrome(version)))).toBe(true);
      expect(Number.isFinite(releaseMonth(safari(version)))).toBe(true);
    }
  });

  it.each([
    '',
    'Mozilla/5.0',
    'Dalvik/2.1.0',
    'Chrome/',
    'Lynx/2.8.9',
    'Mozilla/5.0 Safari/605.1.15',
    `${chrome(90)} CrKey/1.56.500000 DeviceType/SmartSpeaker`,
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36',
    'Mozilla/5.0 (PlayStation; PlayStation 4/11.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  ])('is not known of %s', (agent) => {
    expect(releaseMonth(agent)).toBeNull();
  });
});
