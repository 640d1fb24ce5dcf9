import { type HideableField, hideableFields } from '../../../../schema/factories/factory-terms.ts';
import { PreviewFactoryReport } from '../../../../schema/factories/own-report.ts';
import { ReportContent } from '../../ui/report/report-content.tsx';
import { readForm } from '../../ui/report/report-form.ts';
import { Heading } from '../frame/frame.tsx';
import { page } from '../page.ts';
import { fieldNames } from './factory-fields.tsx';
import { pathOf } from './factory-heading.tsx';

/** In the path, because the links of the report keep the path and replace the query. */
const nothing = 'nothing';

export default page({
  async load(api, { params, query }) {
    const { values, errors } = readForm(new URLSearchParams(query));
    const { id = '', hidden = nothing } = params;
    const hiddenFields = hidden === nothing ? '' : hidden.replaceAll('%2C', ',');
    const { data } = await api.read(PreviewFactoryReport, {
      params: { id },
      query: { ...values, limit: '20', hiddenFields },
    });
    return { ...data, values, errors, requested: hiddenFields.split(',') };
  },
  render({ factory, hiddenFields, requested, values, errors, ...report }, view) {
    const own = pathOf(view.params.id ?? '');
    return {
      title: `Preview of ${factory.name}`,
      content: (
        <>
          <Heading
            title={`${factory.name}, as its readers see it`}
            back={{ href: `${own}/share-links`, label: 'Share links' }}
            about="This is the report as readers of a share link see it. A preview is not counted. Choose the fields to hide:"
          />
          <ul class="chosen part" aria-label="Fields of the report">
            {hideableFields.map((field) => (
              <li>
                <Toggle field={field} hidden={hiddenFields} requested={requested} base={`${own}/preview`} />
              </li>
            ))}
          </ul>
          <ReportContent
            report={report}
            values={values}
            errors={errors}
            sorts={{
              account: values.accountSort ?? (report.summary.views === undefined ? 'handle' : '-views'),
              post: values.postSort ?? '-publishedAt',
            }}
            files={null}
          />
        </>
      ),
    };
  },
});

interface ToggleProps {
  readonly field: HideableField;
  readonly hidden: readonly HideableField[];
  readonly requested: readonly string[];
  readonly base: string;
}

/** Hides a field, or shows it again. The settings of the factory decide what each report hides. */
const Toggle = ({ field, hidden, requested, base }: ToggleProps) => {
  const isRequested = requested.includes(field);
  const others = hideableFields.filter((other) => other !== field && requested.includes(other));
  const next = isRequested ? others : [...others, field];
  if (hidden.includes(field) && !isRequested)
    return <span class="quiet small">{fieldNames[field]} hidden by the factory</span>;
  return (
    <a class={isRequested ? 'tag' : 'button secondary small-button'} href={`${base}/${next.join(',') || nothing}`}>
      {isRequested ? 'Show' : 'Hide'} {fieldNames[field].toLowerCase()}
    </a>
  );
};
