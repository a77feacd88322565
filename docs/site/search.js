// Search in `sections`, the rows [page, anchor, page title, heading, text] of search-index.js. A section is found if
// every word of the query occurs in it. Words in headings count more than words in the text, whole words more than parts;
// the manual counts more than the C++ reference and the list of changes.
const most = 60;
const around = 90;  // characters of the text shown on either side of the first word found

const lowered = sections.map(row => ({page: row[0], title: row[2].toLowerCase(), heading: row[3].toLowerCase(), text: row[4].toLowerCase()}));
const isLetter = c => c !== undefined && /[\p{L}\p{N}_]/u.test(c);

function occurrences(text, word) {
  let whole = 0, parts = 0, first = -1;
  for (let at = text.indexOf(word); at >= 0 && whole + parts < 20; at = text.indexOf(word, at + word.length)) {
    const begins = !isLetter(text[at - 1]) || !isLetter(word[0]);
    const ends = !isLetter(text[at + word.length]) || !isLetter(word[word.length - 1]);
    if (begins && ends) {
      if (!whole) first = at;
      ++whole;
    } else {
      if (first < 0) first = at;
      ++parts;
    }
  }
  return {whole, parts, first};
}

function scoreOf(row, words) {
  let score = 0;
  for (const word of words) {
    const heading = occurrences(row.heading, word), title = occurrences(row.title, word);
    const text = occurrences(row.text, word);
    const value = 60 * (heading.whole > 0) + 15 * (heading.parts > 0) + 20 * (title.whole > 0) + 5 * (title.parts > 0) +
                  4 * Math.min(text.whole, 5) + Math.min(text.parts, 5);
    if (value === 0) return 0;
    score += value;
  }
  if (row.heading === words.join(' ')) score += 100;
  return row.page === 'changelog.html' ? score / 4 : row.page.startsWith('cpp/') ? score / 2 : score;
}

function marked(text, words) {
  const node = document.createElement('span');
  const lower = text.toLowerCase();
  let at = 0;
  while (at < text.length) {
    let next = text.length, length = 0;
    for (const word of words) {
      const found = lower.indexOf(word, at);
      if (found >= 0 && (found < next || (found === next && word.length > length))) {
        next = found;
        length = word.length;
      }
    }
    node.append(text.slice(at, next));
    if (next === text.length) break;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(next, next + length);
    node.append(mark);
    at = next + length;
  }
  return node;
}

function excerpt(text, lower, words) {
  const firsts = words.map(word => occurrences(lower, word).first).filter(at => at >= 0);
  const at = firsts.length ? Math.min(...firsts) : 0;
  let begin = Math.max(0, at - around), end = Math.min(text.length, at + 2 * around);
  if (begin > 0) begin = text.indexOf(' ', begin) + 1 || begin;
  if (end < text.length) end = text.lastIndexOf(' ', end);
  return (begin > 0 ? '… ' : '') + text.slice(begin, Math.max(begin, end)) + (end < text.length ? ' …' : '');
}

function show(query) {
  const words = [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
  const list = document.getElementById('results'), line = document.getElementById('found');
  list.replaceChildren();
  document.title = (query ? `${query} – ` : '') + 'Search – lode';
  if (!words.length) {
    line.textContent = 'Type a word, an option such as --top, or the name of a function.';
    return;
  }
  const found = [];
  lowered.forEach((row, place) => {
    const score = scoreOf(row, words);
    if (score > 0) found.push({score, place});
  });
  found.sort((a, b) => b.score - a.score || a.place - b.place);
  line.textContent = found.length === 0 ? `No section has ${words.length > 1 ? 'all of these words' : 'this word'}.`
    : found.length > most ? `The first ${most} of ${found.length} sections:`
    : `${found.length} section${found.length > 1 ? 's' : ''}:`;
  for (const {place} of found.slice(0, most)) {
    const [page, anchor, title, heading, text] = sections[place];
    const item = document.createElement('li'), link = document.createElement('a'), where = document.createElement('small');
    link.href = anchor ? `${page}#${anchor}` : page;
    link.append(marked(heading, words));
    where.textContent = title === heading ? '' : title;
    const shown = document.createElement('p');
    shown.append(marked(excerpt(text, lowered[place].text, words), words));
    item.append(link, where, shown);
    list.append(item);
  }
}

const field = document.getElementById('query');
const asked = new URLSearchParams(location.search).get('q') || '';
field.value = asked;
show(asked.trim());
field.addEventListener('input', () => show(field.value.trim()));
field.form.addEventListener('submit', event => event.preventDefault());
if (!asked) field.focus();
