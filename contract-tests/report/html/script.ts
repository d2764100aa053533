/** Opens what a link leads to, says what a link to an exchange leads to, and adds a button to each command. The page says all it has to say without it. */
export const script = `
'use strict';
const reveal = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let node = target; node; node = node.parentElement) if (node.localName === 'details') node.open = true;
  if (!target.checkVisibility()) document.getElementById('show-all').checked = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
// The same link once more changes no hash, and yet the target may have been closed or filtered away.
addEventListener('click', ({ target }) => {
  if (target.closest('a')?.hash === location.hash && location.hash !== '') setTimeout(reveal);
});
reveal();
const entitle = ({ target }) => {
  const link = target.closest?.('a[href^="#exchange-"]');
  const place = link && document.getElementById(link.hash.slice(1));
  if (place) link.title = Array.from(place.previousElementSibling.children, (part) => part.textContent).join(' ');
};
addEventListener('mouseover', entitle);
addEventListener('focusin', entitle);
for (const text of document.querySelectorAll('pre.copy')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  text.after(button);
}
`
