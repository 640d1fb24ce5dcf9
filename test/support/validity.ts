import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/** What HTML itself asks of a document, and the rules of accessibility; how a tag is best written is nobody's concern. */
const rules: ConfigData = {
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
};

/** Puts the rules together once, which takes longer than to validate a document. */
class KeptRules extends StaticConfigLoader {
  #kept: ResolvedConfig | Promise<ResolvedConfig> | undefined;

  override getConfigFor(file: string): ResolvedConfig | Promise<ResolvedConfig> {
    this.#kept ??= super.getConfigFor(file);
    return this.#kept;
  }
}

const validator = new HtmlValidate(new KeptRules(rules));

/** What is wrong with a document: nothing, when it is valid. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
