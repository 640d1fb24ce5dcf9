import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import configuration, { excluded } from '../../dependency-cruiser.config.ts';

/** The imports in the files of a folder, and those that the rules refuse. */
export async function importsIn(
  baseDir: string,
  folders: readonly string[],
  forbidden: readonly IForbiddenRuleType[] = [],
  exclude: readonly string[] = [],
): Promise<ICruiseResult> {
  const options = {
    ...configuration.options,
    baseDir: path.resolve(baseDir),
    validate: true,
    ruleSet: { forbidden: [...forbidden] },
    exclude: { path: [...excluded, ...exclude] },
  };
  const { output } = await cruise([...folders], options, configuration.options?.enhancedResolveOptions);
  if (typeof output === 'string') throw new TypeError(output);
  return output;
}
