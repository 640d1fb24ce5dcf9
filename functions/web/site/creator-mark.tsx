import { initialsOf } from '../ui/names.ts';

interface MarkProps {
  readonly name: string;
  readonly publicId: string;
  /** A path of this origin. */
  readonly picture?: string | null;
  readonly isLarge?: boolean;
  /** The attributes of initials in which the script shows what is typed. */
  readonly typed?: object | undefined;
}

/** The creator's picture, or its initials on a colour that stays the same. */
export const CreatorMark = ({ name, publicId, picture = null, isLarge = false, typed }: MarkProps) =>
  picture === null ? (
    <span
      class={`mark hue-${Number.parseInt(publicId.slice(0, 2), 16) % 8}${isLarge ? ' large' : ''}`}
      aria-hidden="true"
      {...typed}
    >
      {initialsOf(name)}
    </span>
  ) : (
    <img
      class={`mark${isLarge ? ' large' : ''}`}
      src={picture}
      alt=""
      width={isLarge ? 112 : 48}
      height={isLarge ? 112 : 48}
    />
  );
