import type { Child } from 'hono/jsx';
import type { Platform, Role } from '../../../schema/shared/enums.ts';
import type { Json, Operation, Shape } from '../../../schema/shared/operation.ts';
import type { FormState } from '../ui/forms/form-state.ts';
import type { FieldKinds } from '../ui/forms/read-fields.ts';

export interface PageUser {
  readonly userId: number;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly isVerified: boolean;
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** The operations of the API, as the user of the page. */
export interface Api {
  readonly actor: PageUser;
  readonly now: Date;
  /** The JSON of the answer. */
  read<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
    operation: Operation<P, Q, B, A>,
    input?: CallInput,
  ): Promise<Json<A>>;
  /** The answer itself, such as a file. */
  answer(operation: Operation, input?: CallInput): Promise<Response>;
  readonly requests: readonly ApiRequest[];
}

/** A request of the API. */
export interface ApiRequest {
  readonly path: string;
  readonly by: 'key' | 'token';
}

/** The request of a page. */
export interface Visit {
  readonly path: string;
  /** The ids in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  /** The origin of the object store, to which the browser sends files. */
  readonly storeOrigin: string;
  /** Where people write to the operator: an email address or an https URL. */
  readonly operatorContact: string | null;
  /** The origins of the sign-in pages of the platforms that this deployment connects. */
  readonly signInOrigins: Readonly<Partial<Record<Platform, string>>>;
  readonly requestId: string;
  /** The address of the script of the pages. */
  readonly scriptPath: string;
}

/** What a page needs besides its data. */
export interface View extends Visit {
  readonly user: PageUser;
  readonly now: Date;
  form(name: string, of?: string): FormState;
}

export interface Shown {
  readonly title: string;
  readonly content: Child;
  /** Origins that forms of the page lead to, such as those of platforms. */
  readonly formOrigins?: readonly string[];
  /** Origins that the script of the page calls, such as the object store. */
  readonly connectOrigins?: readonly string[];
}

/** A form of a page: one operation of the API. */
export interface FormDefinition {
  readonly operation: Operation;
  readonly fields: FieldKinds;
  params?(visit: Visit, of: string): Readonly<Record<string, string>>;
  /** The body of the operation, when it differs from the fields. */
  body?(given: Readonly<Record<string, unknown>>, visit: Visit): unknown;
  /** The field of a path in the body, when the body has other rows than the fields that were given. */
  fieldAt?(path: string, given: Readonly<Record<string, unknown>>): string;
  /** Where the browser goes after a success: a path, or an address of another origin. A page is shown at once, and never again. */
  done(answer: unknown, visit: Visit, of: string): string | Shown;
  /** Without an Idempotency-Key a second run would repeat the effect, so the form runs the operation once for each form key. */
  readonly isOnce?: boolean;
  /** Shown on the next page. A function chooses it by the answer of the operation. */
  readonly notice?: string | ((answer: unknown) => string);
}

/** Declares a form with the types of its operation. */
export const form = <P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  operation: Operation<P, Q, B, A>,
  definition: Omit<FormDefinition, 'operation' | 'done' | 'notice'> & {
    done(answer: Json<A>, visit: Visit, of: string): string | Shown;
    readonly notice?: string | ((answer: Json<A>) => string);
  },
): FormDefinition => ({ ...definition, operation }) as FormDefinition;

export interface CabinetPage<Loaded = unknown> {
  /** Only users with this role may open it. A page whose reads need the role has none. */
  readonly role?: Role;
  load(api: Api, visit: Visit): Promise<Loaded>;
  render(loaded: Loaded, view: View): Shown;
  readonly forms?: Readonly<Record<string, FormDefinition>>;
}

/** Safe: a page renders only what it has loaded itself. */
export const page = <Loaded>(definition: CabinetPage<Loaded>): CabinetPage => definition as CabinetPage;

/** A file that a page links to: the answer of one operation. */
export interface CabinetFile {
  /** Its rate limit is that of the file. */
  readonly operation: Operation;
  file(api: Api, visit: Visit): Promise<Response>;
}

export interface PageModule {
  readonly default: CabinetPage | CabinetFile;
}

/** Pages by their paths, with `:name` for an id. */
export type PageTable = Readonly<Record<string, () => Promise<PageModule>>>;
