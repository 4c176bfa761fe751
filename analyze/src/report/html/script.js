"use strict";
(() => {
  const filter = document.querySelector(".filter");
  const search = filter.querySelector("input[type=search]");
  const boxes = [...filter.querySelectorAll("input[type=checkbox]")];
  const output = filter.querySelector("output");
  const findings = [...document.querySelectorAll(".f")];
  const texts = findings.map((finding) => finding.textContent.toLowerCase());
  const sections = [...document.querySelectorAll("section[data-family]")];

  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let count = 0;
    findings.forEach((finding, at) => {
      const match = shown.has(finding.dataset.tier) && words.every((word) => texts[at].includes(word));
      finding.hidden = !match;
      count += match;
    });
    for (const section of sections) {
      section.hidden = !section.querySelector(".f:not([hidden])");
    }
    output.textContent = `${count} of ${findings.length} shown`;
  };

  const open = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && target.matches("details")) {
      target.open = true;
    }
  };

  filter.hidden = false;
  filter.addEventListener("input", apply);
  filter.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", open);
  addEventListener("beforeprint", () => findings.forEach((finding) => { finding.open = true; }));
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.matches("input")) {
      event.preventDefault();
      search.focus();
    }
  });
  apply();
  open();
})();
