/** The fields of a form as a browser would send them. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** The fields of the form of this name in a page, with their present values. */
export function formIn(html: string, name: string, of = ''): Fields {
  const forms = [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)].map(([, inner = '']) => fieldsIn(inner));
  const found = forms.find((fields) => valueIn(fields, 'form') === name && (of === '' || valueIn(fields, 'of') === of));
  if (found === undefined) throw new Error(`the page has no form "${name}" ${of}`);
  return found;
}

/** Whether a page has a form of this name. */
export const hasForm = (html: string, name: string): boolean => html.includes(`name="form" value="${name}"`);

const valueIn = (fields: Fields, name: string) => fields.find(([field]) => field === name)?.[1];

function fieldsIn(form: string): Fields {
  const parts = form.matchAll(/<(input)\b([^>]*)>|<(textarea|select)\b([^>]*)>([\s\S]*?)<\/\3>/g);
  return [...parts].flatMap(([, input, inputMarks = '', kind, marks = '', inner = '']) => {
    const given = marksOf(input === undefined ? marks : inputMarks);
    const { name, type = 'text', value = '' } = given;
    if (name === undefined || 'disabled' in given) return [];
    if (kind === 'textarea') return [[name, unescaped(inner)] as const];
    if (kind === 'select') return [[name, selectedIn(inner)] as const];
    if ((type === 'checkbox' || type === 'radio') && !('checked' in given)) return [];
    return type === 'submit' || type === 'file' ? [] : [[name, value] as const];
  });
}

function selectedIn(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, marks = '']) => marksOf(marks));
  return (all.find((marks) => 'selected' in marks) ?? all[0])?.value ?? '';
}

function marksOf(text: string): Record<string, string> {
  const marks = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(marks.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '');

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
