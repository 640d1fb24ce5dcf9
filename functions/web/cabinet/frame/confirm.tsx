import type { Child } from 'hono/jsx';

interface Props {
  readonly label: string;
  readonly question: string;
  readonly explanation?: Child;
  /** It ends something. */
  readonly isDangerous?: boolean;
  /** The form with the button that does it. */
  readonly children: Child;
}

/** A question before something that cannot be undone. It works without script. */
export const Confirm = ({ label, question, explanation, isDangerous = false, children }: Props) => (
  <details class={isDangerous ? 'confirm ends' : 'confirm'}>
    <summary>{label}</summary>
    <div class="confirm-box">
      <p>
        <strong dir="auto">{question}</strong>
      </p>
      {explanation !== undefined && <p class="quiet small">{explanation}</p>}
      {children}
    </div>
  </details>
);
