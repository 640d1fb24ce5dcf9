/** The sign-in page of a simulated platform, as HTML without scripts. */
export function signInPage(platform: string, scopes: readonly string[], handle: string): string {
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${escaped(scope)}" checked> <code>${escaped(scope)}</code></label>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to ${escaped(platform)} (simulator)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f4f5; color: #18181b; }
  main { max-width: 26rem; margin: 2rem auto; width: calc(100% - 2rem); box-sizing: border-box; background: #fff; border: 1px solid #e4e4e7; border-radius: 12px; padding: 2rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  p { color: #52525b; margin: 0 0 1.25rem; }
  label { display: block; margin: .5rem 0; overflow-wrap: anywhere; }
  input[name=handle] { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin-top: .25rem; }
  button { font: inherit; padding: .55rem 1.1rem; border-radius: 8px; border: 1px solid #d4d4d8; background: #fff; cursor: pointer; }
  button.allow { background: #18181b; color: #fff; border-color: #18181b; }
  footer { display: flex; gap: .75rem; margin-top: 1.5rem; }
</style>
</head>
<body>
<main>
<h1>Sign in to ${escaped(platform)}</h1>
<p>This is a simulator: every name has an account, and no password is asked.</p>
<form method="post">
<label>Account <input name="handle" value="${escaped(handle)}" required pattern="[a-z0-9][a-z0-9_.\\-]{1,28}[a-z0-9]"></label>
${boxes.join('\n')}
<footer><button class="allow" name="decision" value="allow">Allow</button><button name="decision" value="deny" formnovalidate>Deny</button></footer>
</form>
</main>
</body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
