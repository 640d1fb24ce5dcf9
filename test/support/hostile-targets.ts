/** Targets of a redirect that lead, in some browser, parser or router, to another site or to a path that is no page. */
export const hostileTargets: readonly string[] = [
  ...[
    'https://evil.example/',
    'http://evil.example',
    'HTTPS://evil.example',
    'https:evil.example',
    'https:/evil.example',
  ],
  ...['https:///evil.example', 'https:\\\\evil.example', 'javascript:alert(1)', 'data:text/html,x', 'vbscript:x'],
  ...[
    '//evil.example',
    '///evil.example',
    '////evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
  ],
  ...['/.//evil.example', '/..//evil.example', '/././/evil.example', '/x/..//evil.example', '/x/../..//evil.example'],
  ...['/%2e//evil.example', '/%2E%2e//evil.example', '/cabinet/%2e%2e//evil.example', '/.%2e//evil.example'],
  ...['/./\\evil.example', '/a/../\\/evil.example', '/a/..\\\\evil.example', '/\\/evil.example', '/.\\/evil.example'],
  ...[
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\t\\evil.example',
  ],
  ...[
    '//evil.example@own.invalid',
    '//own.invalid@evil.example',
    '/.//evil.example?x=/cabinet',
    '/.//evil.example#/cabinet',
  ],
  ...['/.//[::1]/', '/.//127.0.0.1:1/', '//%65vil.example', '/t/AAAAAAAAAA', '/%74/AAAAAAAAAA', '/x/../t/AAAAAAAAAA'],
  ...[
    '/%74/AAAAAAAAAA?%FF',
    '/api/auth/sign-out',
    '/api/v1/me',
    '/sign-out',
    '/%73ign-out',
    '/oauth/youtube/callback?state=x',
  ],
  ...['cabinet', 'evil.example', './/evil.example', '?x', '#x', '//\ud800', '/.//\ud800.example'],
];

/** Targets that are pages of this service. */
export const ownTargets: readonly string[] = ['/cabinet/orders?status=DRAFT', '/creators', '/reports/abc'];

/** Such targets with text that no header can carry as it is. */
export const unencodedTargets: readonly string[] = ['/creators?search=日本', '/creators?search=\ud800'];
