import { exactIndex } from "../../../memory/mod.ts";
import { vectorIndexContract } from "../../contract/vector_index_contract.ts";

vectorIndexContract("exactIndex", exactIndex);
