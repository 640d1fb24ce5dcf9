import type { Child } from 'hono/jsx';
import type { FormState } from '../../ui/forms/form-state.ts';

interface Props {
  readonly label: string;
  readonly question: string;
  readonly explanation?: Child;
  /** action: its opener looks like a button. plain: like a link. danger: like a link that warns. */
  readonly tone?: 'danger' | 'action' | 'plain';
  /** The form inside. One that was refused is shown at once. */
  readonly of: FormState;
  readonly isOpen?: boolean;
  /** The form with the button that does it. */
  readonly children: Child;
}

const classes = { danger: 'confirm', action: 'confirm do', plain: 'confirm plain' } as const;

/** A question before something that cannot be undone. It works without script. */
export const Confirm = ({ label, question, explanation, tone = 'danger', of, isOpen = of.isSent, children }: Props) => (
  <details class={classes[tone]} open={isOpen}>
    <summary>{label}</summary>
    <div class="confirm-box">
      <p>
        <strong dir="auto">{question}</strong>
      </p>
      {explanation != null && <p class="quiet small">{explanation}</p>}
      {children}
    </div>
  </details>
);
