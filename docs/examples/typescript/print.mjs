import { frayed, noRoom, noRoomProblem } from "./error_link.js";

console.log(noRoom("the edge").message);
console.log(frayed().message);
console.log(JSON.stringify(noRoomProblem("the edge")));
