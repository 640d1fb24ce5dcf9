import { type EdgeFunction, edgeFunctions } from '../../functions/settings/index.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { type Environment, environments } from './configs.ts';

export function environmentFrom(given: string | undefined): Environment {
  const environment = environments.find((name) => name === given);
  if (environment === undefined) throw new SetupProblem(`Give the environment: ${either(environments, '--env ')}.`);
  return environment;
}

export function functionFrom(given: string): EdgeFunction {
  const found = edgeFunctions.find((name) => name === given);
  if (found === undefined)
    throw new SetupProblem(`"${given}" is not an edge function. Use ${either(edgeFunctions, '--only ')}.`);
  return found;
}

const either = (names: readonly string[], before: string): string => names.map((name) => before + name).join(' or ');

/** Parses the command line, and reports an unknown option in a sentence. */
export function parsed<Values>(parse: () => { values: Values }): Values {
  try {
    return parse().values;
  } catch (error) {
    throw new SetupProblem(error instanceof Error ? error.message : String(error));
  }
}
