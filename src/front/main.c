/* main.c - the program, which is program.c; apart from it so that tests can have the rest. */
#include "front/command.h"

int main(int count, char **arguments)
{
    return cop_program(count, arguments);
}
