/** Texts that close the surrounding element, attribute or comment. */
const exits = ['', '">', "'>", '</title>', '</script>', '</h1>', '-->', '</svg>', ']]>', '`>'];

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<a href=javascript:alert(1)>x</a>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<link rel=stylesheet href=//x.example>',
  '" autofocus onfocus="alert(1)" x="',
];

const others = [
  'javascript:alert(1)',
  "{{constructor.constructor('alert(1)')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the test needs the text as it is
  '${alert(1)}',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '\u2028</script>\u2029<script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&quot; onload=alert(1) &quot;',
  '<!--<script>alert(1)',
  '<![CDATA[<script>alert(1)</script>]]>',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  '\u202e>tpircs<\u202c<b>',
  '<meta http-equiv=refresh content=0;url=//x.example>',
  '<base href=//x.example/>',
];

/** Texts that would run a script or change the page if they were parsed as markup. */
export const injections: readonly string[] = [
  ...exits.flatMap((exit) => payloads.map((payload) => exit + payload)),
  ...others,
];
