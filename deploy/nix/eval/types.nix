# The types of the options: which values they allow, and how several definitions become one value.
{
  byName,
  evalModules,
  lib,
}:
let
  inherit (builtins)
    all
    concatLists
    elem
    head
    isAttrs
    isBool
    isFloat
    isInt
    isList
    isPath
    isString
    length
    map
    match
    ;

  one =
    loc: values:
    if length values == 1 || all (value: value == head values) values then
      head values
    else
      throw "option ${builtins.concatStringsSep "." loc} has different values";

  simple = name: check: {
    inherit name check;
    merge = one;
  };

  types = {
    anything = {
      name = "anything";
      check = _: true;
      merge =
        loc: values:
        if all isList values then
          concatLists values
        else if all (value: isAttrs value && !(value ? outPath)) values then
          byName types.anything loc values
        else
          one loc values;
    };
    raw = simple "anything, as it is" (_: true);
    bool = simple "true or false" isBool;
    number = simple "a number" (value: isInt value || isFloat value);
    ints.positive = simple "a positive integer" (value: isInt value && value > 0);
    port = simple "a port" (value: isInt value && value >= 0 && value <= 65535);
    str = simple "a text" isString;
    path = simple "an absolute path" (value: isPath value || (isString value && lib.hasPrefix "/" value));
    package = simple "a package" (value: isAttrs value && value ? outPath);
    strMatching =
      pattern: simple "a text matching ${pattern}" (value: isString value && match pattern value != null);
    enum = values: simple "one of ${builtins.toJSON values}" (value: elem value values);
    nullOr = type: {
      name = "null or ${type.name}";
      check = value: value == null || type.check value;
      merge = loc: values: if all (value: value == null) values then null else type.merge loc values;
    };
    listOf = element: {
      name = "a list";
      check = value: isList value && all element.check value;
      merge = _: concatLists;
    };
    attrsOf = element: {
      inherit element;
      name = "a set";
      check = isAttrs;
      merge = byName element;
    };
    submodule = module: {
      name = "a set of options";
      check = isAttrs;
      merge =
        loc: values:
        (evalModules {
          modules = [ module ] ++ map (config: { inherit config; }) values;
          prefix = loc;
        }).config;
    };
  };
in
types
