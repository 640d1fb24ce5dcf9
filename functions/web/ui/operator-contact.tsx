interface Props {
  /** An email address or an https URL, as the settings of the deployment have it. */
  readonly contact: string | null;
  /** The subject of the email: it says whose it is. */
  readonly subject?: string;
}

/** Where to write to the operator, or that it has named nobody. */
export const OperatorContact = ({ contact, subject }: Props) =>
  contact === null ? (
    <>The operator of Castline has not named a contact.</>
  ) : (
    <>
      Write to <a href={addressOf(contact, subject)}>{contact.replace(/^https:\/\//, '')}</a>.
    </>
  );

const addressOf = (contact: string, subject = ''): string => {
  if (contact.startsWith('https://')) return contact;
  return `mailto:${contact}${subject === '' ? '' : `?subject=${encodeURIComponent(subject)}`}`;
};
