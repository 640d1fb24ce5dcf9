import { sample } from '../stack/depth.ts';

const fill = (text: string, character: string, length: number) => text + character.repeat(length);

/** Texts of at most 75 characters that would run, load, move or hide something if a page did not show them as text. */
export const hostileTexts: readonly string[] = [
  ...['<script>alert(1)</script>', '</script><script>alert(1)</script>', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ...['"><img src=x onerror=alert(1)>', "'><svg onload=alert(1)>", '</textarea><script>alert(1)</script>'],
  ...['</title></head><body onload=alert(1)>', '</option></select><input autofocus onfocus=alert(1)>'],
  ...[
    '<iframe srcdoc="<script>parent.alert(1)</script>">',
    '<base href=//evil.example/>',
    '<form action=//evil.example>',
  ],
  ...['<meta http-equiv=refresh content=0;url=//evil.example>', '<link rel=stylesheet href=//evil.example>'],
  ...[
    '" autofocus onfocus="alert(1)',
    "' onmouseover='alert(1)",
    '` onclick=`alert(1)',
    '" style="position:fixed;inset:0',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
  ],
  ...['vbscript:msgbox(1)', '//evil.example/x', 'https://castline.example@evil.example/', '\\\\evil.example\\share'],
  ...['</style><style>*{display:none}</style>', 'expression(alert(1));background:url(//evil.example)'],
  ...[
    "{{constructor.constructor('alert(1)')()}}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the test needs the text as it is
    '${alert(1)}',
    '<%= 7*7 %> #{7*7} *{7*7}',
    '__proto__[x]=1&constructor',
  ],
  ...['<svg><animate onbegin=alert(1) attributeName=x>', '<math><mi xlink:href="javascript:alert(1)">x'],
  ...['+ADw-script+AD4-alert(1)+ADw-/script+AD4-', '&lt;script&gt;alert(1)&lt;/script&gt;', '&#x3c;script&#x3e;'],
  ...['\u202egnp.exe\u202c', '\u2067\u2066evil\u2069', 'مرحبا "><b> שלום', '\u200b\u200d\ufeff\u2060hidden'],
  ...['a\r\nSet-Cookie: a=b\r\n\r\n<script>', '\u2028alert(1)\u2029', '<!--<script>', ']]><![CDATA[<x>', '-->'],
  ...[
    fill('Z', '\u0301', 70),
    fill('', '\ufdfd', 40),
    fill('', '👩‍👩‍👧', 9),
    fill('', 'W', 70),
    '\uffff\ufffe\u0001\u001b[2J',
  ],
  ...'\'; drop table users; --|=HYPERLINK("//evil.example")|%00%0d%0a%3Cscript%3E|../../../etc/passwd'.split('|'),
];

/** All at the full depth, a few at the quick one. */
export const someHostileTexts: readonly string[] = sample(hostileTexts, 2);
