import { TextField, type TextProps } from './inputs.tsx';

interface TimeProps extends Omit<TextProps, 'type' | 'stored' | 'min'> {
  readonly stored?: string | null;
  /** The browser refuses times until this one before the API does. */
  readonly after?: Date;
}

/** A time in UTC, to the minute. */
export const TimeField = ({ after, stored, ...props }: TimeProps) => (
  <TextField
    {...props}
    type="datetime-local"
    unit="UTC"
    stored={stored?.slice(0, 16) ?? ''}
    {...(after !== undefined && { min: new Date(after.getTime() + minuteMs).toISOString().slice(0, 16) })}
  />
);

const minuteMs = 60_000;
