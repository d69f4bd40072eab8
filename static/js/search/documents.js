"use strict";
/*
 * Search, part 5: what a row shows of a record, and where its page is.
 *
 * A shard is `[[strings], [title, label, severity, repo, path, line, id, place?], …]`: title 0 is
 * the one before, the next four number the strings. See src/search/documents.rs and place.rs.
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

  /** @param {any[]} shard @param {number} row @param {number} number @returns {RecordRow} */
  function record(shard, row, number) {
    const [, label, severity, repo, path, line, id, place] = shard[row];
    let titled = row;
    while (shard[titled][0] === 0) titled--;
    const title = shard[titled][0];
    const text = shard[0];
    return {
      number,
      id,
      title,
      label: text[label],
      severity: text[severity],
      repo: text[repo],
      path: text[path],
      line,
      address: address(title, text[repo], id, place),
    };
  }

  /** @type {Errbook["records"]} */
  async function records(numbers) {
    const { dp } = await errbook.root();
    return Promise.all(
      numbers.map(async (number) => {
        const shard = await errbook.load("d", Math.floor(number / dp));
        return record(shard, (number % dp) + 1, number);
      }),
    );
  }

  /** A link built from encoded parts only. @type {Errbook["href"]} */
  function href(root, { address, id }) {
    return `${root}${address.split("/").map(encodeURIComponent).join("/")}#${encodeURIComponent(id)}`;
  }

  Object.assign(errbook, { records, href });
}
