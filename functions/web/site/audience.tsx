import { platformNames } from '../../../schema/shared/platform-names.ts';
import { Day } from '../ui/day.tsx';
import { percentOf } from '../ui/format.ts';
import { countryName } from '../ui/names.ts';
import { genderName, sourceNames } from '../ui/wording.ts';
import type { ShownChannel } from './shown-page.ts';

const maxCountries = 8;

type Audience = NonNullable<ShownChannel['audience']>;

interface AudienceProps {
  readonly channel: ShownChannel;
  readonly audience: Audience;
}

/** The measured audience of a channel, with the source and time of the measurement. */
export const AudienceCard = ({ channel: { platform, handle }, audience }: AudienceProps) => {
  const { source, capturedAt, verifiedAt, periodDays, geo, demo } = audience;
  return (
    <li class="card audience">
      <h3>
        {platformNames[platform]} <span dir="auto">{handle}</span>
      </h3>
      <ShareCharts geo={geo} demo={demo} />
      <p class="quiet small">
        Source: {sourceNames[source]}. Captured <Day at={capturedAt} />, verified <Day at={verifiedAt} />
        {periodDays !== null && `. Period: ${periodDays} ${periodDays === 1 ? 'day' : 'days'}`}.
      </p>
    </li>
  );
};

/** The shares of an audience by country, and by age and gender. */
export const ShareCharts = ({ geo, demo }: Pick<Audience, 'geo' | 'demo'>) => {
  const more = geo.length - maxCountries;
  const rows = demo.map(({ age, gender, share }) => ({ name: `${age}, ${genderName(gender)}`, share }));
  const countries = geo.slice(0, maxCountries).map(({ country, share }) => ({ name: countryName(country), share }));
  return (
    <div class="charts">
      <Chart title="Countries" of="Country" rows={countries} note={more > 0 ? `and ${more} more` : null} />
      <Chart title="Age and gender" of="Group" rows={rows} note={null} />
    </div>
  );
};

interface ChartProps {
  readonly title: string;
  /** The meaning of a row. */
  readonly of: string;
  readonly rows: readonly { readonly name: string; readonly share: number }[];
  readonly note: string | null;
}

/** Bars of shares. The numbers are also shown as text, so that no information depends on the bars. */
const Chart = ({ title, of, rows, note }: ChartProps) =>
  rows.length === 0 ? null : (
    <table class="chart">
      <caption>{title}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, share }) => (
          <tr>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td>
              <svg class="bar" width="100%" height="8" aria-hidden="true" focusable="false">
                <rect class="bar-ground" width="100%" height="8" rx="4" />
                <rect class="bar-share" width={`${widthOf(share)}%`} height="8" rx="4" />
              </svg>
              <span>{percentOf(share)}</span>
            </td>
          </tr>
        ))}
      </tbody>
      {note !== null && (
        <tfoot>
          <tr>
            <td colspan={2}>{note}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );

const widthOf = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10;
