import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/** The rules of HTML itself and of accessibility, without style rules. */
const rules: ConfigData = {
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
};

/** Builds the rules once, which takes longer than the validation of a document. */
class CachedRules extends StaticConfigLoader {
  #kept: ResolvedConfig | Promise<ResolvedConfig> | undefined;

  override getConfigFor(file: string): ResolvedConfig | Promise<ResolvedConfig> {
    this.#kept ??= super.getConfigFor(file);
    return this.#kept;
  }
}

const validator = new HtmlValidate(new CachedRules(rules));

/** The faults of a document; empty when it is valid. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
