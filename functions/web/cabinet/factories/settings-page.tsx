import { DeleteFactory, UpdateFactory } from '../../../../schema/factories/factories.ts';
import type { FactoryView } from '../../../../schema/factories/factory.ts';
import { GetFactorySettings } from '../../../../schema/factories/own-report.ts';
import { exactly } from '../../ui/format.ts';
import { integer, several, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { form, page, type View } from '../page.ts';
import { FactoryFields, HiddenFields } from './factory-fields.tsx';
import { FactoryHeading, factoriesPath } from './factory-heading.tsx';

export default page({
  load: (api, { params }) => api.read(GetFactorySettings, { params }),
  forms: {
    update: form(UpdateFactory, {
      fields: {
        expectedVersion: integer,
        name: text,
        intervalHours: integer,
        trackingDays: integer,
        hiddenFields: several,
      },
      notice: 'The settings are saved.',
      done: (_, { path }) => path,
    }),
    status: form(UpdateFactory, {
      fields: { expectedVersion: integer, status: text },
      notice: 'The status of the factory has changed.',
      done: (_, { path }) => path,
    }),
    delete: form(DeleteFactory, { fields: {}, notice: 'The factory is deleted.', done: () => factoriesPath }),
  },
  render({ data: { factory } }, view) {
    const of = view.form('update');
    return {
      title: `Settings · ${factory.name}`,
      content: (
        <>
          <FactoryHeading factory={factory} id={factory.id} path={view.path} />
          <section class="card panel">
            <Form of={of} submit="Save">
              <Hidden name="expectedVersion" value={factory.version} />
              <FactoryFields of={of} stored={factory} />
              <p class="quiet small">
                The factory scans each tracked post {exactly(factory.scansPerPostPerDay)}{' '}
                {factory.scansPerPostPerDay === 1 ? 'time' : 'times'} a day.{' '}
                <a href={`${factoriesPath}/${factory.id}/credits`}>See what it costs</a>.
              </p>
              <HiddenFields
                of={of}
                stored={factory.hiddenFields}
                hint="In every report of the factory, including those that are already shared. Your own pages show everything."
              />
            </Form>
          </section>
          <Monitoring factory={factory} view={view} />
          <Delete factory={factory} view={view} />
        </>
      ),
    };
  },
});

interface Props {
  readonly factory: FactoryView;
  readonly view: View;
}

const Monitoring = ({ factory, view }: Props) => {
  const isActive = factory.status === 'ACTIVE';
  return (
    <section class="part card panel" aria-labelledby="monitoring">
      <h2 id="monitoring">Monitoring</h2>
      <p class="quiet">
        {isActive
          ? 'While the factory is paused, it scans nothing and spends no credits. Reports show the last known values.'
          : 'The factory scans nothing now. Reports show the last known values.'}
      </p>
      <Form of={view.form('status')} submit={isActive ? 'Pause' : 'Resume'} isQuiet={isActive}>
        <Hidden name="expectedVersion" value={factory.version} />
        <Hidden name="status" value={isActive ? 'PAUSED' : 'ACTIVE'} />
      </Form>
    </section>
  );
};

const Delete = ({ factory, view }: Props) => {
  const of = view.form('delete');
  return (
    <section class="part card panel" aria-labelledby="delete">
      <h2 id="delete">Delete the factory</h2>
      <Confirm
        of={of}
        label="Delete"
        question={`Delete “${factory.name}”?`}
        explanation="Its scans and share links end, and its accounts and tag groups are deleted. Your credits and their history stay."
      >
        <Form of={of} submit="Delete factory" isDangerous isInline />
      </Confirm>
    </section>
  );
};
