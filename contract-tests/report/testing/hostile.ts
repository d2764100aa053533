/** What a service might send to break out of a report, one string for each way that we know of. */
export const hostile = {
  script: '<script>globalThis.hacked = true</script>',
  image: '<img src=x onerror="globalThis.hacked=true">',
  attribute: `" onmouseover="globalThis.hacked=true" x='`,
  endOfStyle: '</style></script></textarea><svg onload=globalThis.hacked=true>',
  comment: '--><!-- <![CDATA[ ]]>',
  entity: '&lt;b&gt; &amp; &#60; &nosuch;',
  terminal: '\u001b[2J\u001b]0;owned\u0007\u009b31mred',
  lineForgery: 'fine\r\n✓ LIST-1 held\u2028and more',
  bidi: 'abc\u202egnp.exe\u2066',
  illegalInXml: '\0\u0001\u000b\ufffe\uffff',
  halves: 'a\ud83d b\udc36',
  markdown:
    '| a | b |\n|---|---|\n# big **bold** [link](javascript:alert(1)) ``` `x` $y$ @someone #1 www.example.com',
  details: '</details></code></pre></td></table><h1>owned</h1>',
  shell: `'; rm -rf ~; echo '`,
} as const
