"use strict";
/*
 * Search, part 5: what a row shows of a record, and where its page is.
 *
 * A shard is `[[strings], [titles], [labels], [severities], [repos], [paths], [lines], "ids",
 * {places}]`: title 0 is the one before, the next four columns number the strings, an id has 16
 * digits. See src/search/documents.rs and place.rs.
 */
{
  /** The data set's slug of a message. @param {string} title */
  function slug(title) {
    const plain = title.slice(0, 50).toLowerCase().replace(/[^a-z0-9]+/g, "-");
    return plain.replace(/^-|-$/g, "") || "error";
  }

  /** @param {string} title @param {string} repo @param {string} id @param {string | number} [place] */
  function address(title, repo, id, place) {
    if (typeof place === "string" && place.includes("/")) return place;
    let name = slug(title);
    if (typeof place === "string") name = place;
    else if (place) name += `-${id.slice(0, 6)}`;
    return `errors/${repo}/${name}.html`;
  }

  const ID_DIGITS = 16;

  /** @param {any[]} shard @param {number} row @param {number} number @returns {RecordRow} */
  function record(shard, row, number) {
    const [strings, titles, labels, severities, repos, paths, lines, ids, places] = shard;
    let titled = row;
    while (titles[titled] === 0) titled--;
    const title = titles[titled];
    const repo = strings[repos[row]];
    const id = ids.slice(row * ID_DIGITS, (row + 1) * ID_DIGITS);
    return {
      number,
      id,
      title,
      label: strings[labels[row]],
      severity: strings[severities[row]],
      repo,
      path: strings[paths[row]],
      line: lines[row],
      address: address(title, repo, id, places[row]),
    };
  }

  /** @type {Errbook["records"]} */
  async function records(numbers) {
    const { dp } = await errbook.root();
    return Promise.all(
      numbers.map(async (number) => {
        const shard = await errbook.load("d", Math.floor(number / dp));
        return record(shard, number % dp, number);
      }),
    );
  }

  /** A link built from encoded parts only. @type {Errbook["href"]} */
  function href(root, { address, id }) {
    return `${root}${address.split("/").map(encodeURIComponent).join("/")}#${encodeURIComponent(id)}`;
  }

  Object.assign(errbook, { records, href });
}
