import { type ControlView, ListControls, SwitchControl } from '../../../../schema/identity/staff.ts';
import { flag } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Status } from '../frame/status.tsx';
import { form, page, type View } from '../page.ts';
import { StaffHeading } from './staff-heading.tsx';

const texts: Readonly<Record<ControlView['name'], { readonly label: string; readonly effect: string }>> = {
  publication: {
    label: 'Publication of pages',
    effect: 'While it is off, nobody can publish a page. Published pages stay public, and can be unpublished.',
  },
};

export default page({
  load: (api) => api.read(ListControls),
  forms: {
    switch: form(SwitchControl, {
      fields: { enabled: flag },
      params: (_, of) => ({ name: of }),
      notice: 'The feature has been switched.',
      done: (_, { path }) => path,
    }),
  },
  render: ({ data }, view) => ({
    title: 'Features',
    content: (
      <>
        <StaffHeading path={view.path} />
        <div class="stack">
          {data.map((control) => (
            <Control control={control} view={view} />
          ))}
        </div>
      </>
    ),
  }),
});

const Control = ({ control, view }: { readonly control: ControlView; readonly view: View }) => {
  const { name, enabled, updatedAt, updater } = control;
  const { label, effect } = texts[name];
  const of = view.form('switch', name);
  const action = enabled ? 'Switch off' : 'Switch on';
  return (
    <section class="card panel" aria-labelledby={`control-${name}`}>
      <div class="part-head">
        <h2 id={`control-${name}`}>{label}</h2>
        <Status of={enabled ? 'ON' : 'OFF'} tone={enabled ? 'good' : 'bad'} />
      </div>
      <p>{effect}</p>
      <p class="quiet small">
        {updater === null ? (
          'Nobody has switched this feature yet.'
        ) : (
          <>
            <a href={`/cabinet/staff/users/${updater.id}`} dir="auto">
              {updater.displayName || `User ${updater.id}`}
            </a>{' '}
            switched it {enabled ? 'on' : 'off'}, <Time at={updatedAt} />.
          </>
        )}
      </p>
      <div class="facts-actions">
        <Confirm
          of={of}
          label={action}
          question={`${action} “${label}”?`}
          explanation="It takes effect for everybody with the next request."
          tone={enabled ? 'danger' : 'action'}
        >
          <Form of={of} submit="Confirm" isDangerous={enabled}>
            <Hidden name="enabled" value={String(!enabled)} />
          </Form>
        </Confirm>
      </div>
    </section>
  );
};
