import { initialsOf } from '../ui/format.ts';

interface MarkProps {
  readonly name: string;
  readonly publicId: string;
  /** A path of this origin. */
  readonly picture?: string | null;
  readonly isLarge?: boolean;
}

/** The creator's picture, or its initials on a colour that stays the same. */
export const CreatorMark = ({ name, publicId, picture = null, isLarge = false }: MarkProps) =>
  picture === null ? (
    <span
      class={`mark hue-${Number.parseInt(publicId.slice(0, 2), 16) % 8}${isLarge ? ' large' : ''}`}
      aria-hidden="true"
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
