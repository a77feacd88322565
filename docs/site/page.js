// Every page: the menu is scrolled to this page, and "/" goes to the search field.
const here = document.querySelector('nav [aria-current]');
const menu = document.querySelector('nav');
if (here && menu.scrollHeight > menu.clientHeight)
  menu.scrollTop = here.getBoundingClientRect().top - menu.getBoundingClientRect().top - menu.clientHeight / 3;
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea')) return;
  event.preventDefault();
  document.querySelector('header input[type=search]').select();
});
