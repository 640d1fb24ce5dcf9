import type { Person } from '../market/people.ts';
import { type Visitor, visitorAt } from './visitor.ts';

/** A browser in which a person has signed in. */
export async function signedIn(
  baseUrl: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Visitor> {
  const visitor = visitorAt(baseUrl);
  const { status } = await visitor.post('/sign-in', [
    ['email', email],
    ['password', password],
  ]);
  if (status !== 303) throw new Error(`the sign-in answered ${status}`);
  return visitor;
}
