/* main.c - the program, which is program.c; apart from it so that tests can have the rest. */
#include "front/command.h"
#include "front/instructions.h"

int main(int count, char **arguments)
{
    cop_choose_instructions(arguments);
    return cop_program(count, arguments);
}
